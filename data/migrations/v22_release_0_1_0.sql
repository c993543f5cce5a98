CREATE TABLE card_table (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            guild_id INTEGER NOT NULL,
            channel_id INTEGER NOT NULL,
            host_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            rules_version INTEGER NOT NULL,
            options TEXT NOT NULL,
            pace TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'closed')),
            revision INTEGER NOT NULL DEFAULT 0,
            seed BLOB NOT NULL CHECK (length(seed) = 32),
            lobby_seed BLOB NOT NULL CHECK (length(lobby_seed) = 32),
            commitment TEXT NOT NULL,
            seq INTEGER NOT NULL DEFAULT 0,
            rendered_seq INTEGER NOT NULL DEFAULT -1,
            lobby_message_id INTEGER,
            thread_id INTEGER,
            message_id INTEGER,
            deadline INTEGER,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            rematch_of INTEGER REFERENCES card_table (id)
        , open_hands INTEGER NOT NULL DEFAULT 0, message_seq INTEGER NOT NULL DEFAULT -1, lobby_due INTEGER NOT NULL DEFAULT 0, presses TEXT NOT NULL DEFAULT '', lapsed INTEGER NOT NULL DEFAULT 0, purpose TEXT NOT NULL DEFAULT 'play'
           CHECK (purpose IN ('play', 'practice', 'lesson')), start TEXT, lesson TEXT NOT NULL DEFAULT '', misses INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE player (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            guild_id INTEGER NOT NULL,
            user_id INTEGER,
            name TEXT NOT NULL, hidden INTEGER NOT NULL DEFAULT 0,
            UNIQUE (guild_id, user_id)
        ) STRICT;
CREATE INDEX player_user ON player (user_id);
CREATE TABLE seat_driver (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            from_seq INTEGER NOT NULL,
            kind TEXT CHECK (kind IN ('member', 'computer')),
            player_id INTEGER REFERENCES player (id),
            name TEXT NOT NULL DEFAULT '',
            level TEXT, owner_id INTEGER REFERENCES player (id), open INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (table_id, seat, from_seq)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX seat_driver_player ON seat_driver (player_id);
CREATE TABLE entry (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seq INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            key TEXT NOT NULL UNIQUE,
            at INTEGER NOT NULL,
            body TEXT NOT NULL,
            chain BLOB NOT NULL,
            PRIMARY KEY (table_id, seq)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX table_due ON card_table (deadline)
           WHERE status = 'playing' AND deadline IS NOT NULL;
CREATE INDEX table_behind ON card_table (id)
           WHERE status IN ('playing', 'finished') AND rendered_seq < seq;
CREATE INDEX table_status ON card_table (status);
CREATE TABLE result (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            table_id INTEGER NOT NULL UNIQUE REFERENCES card_table (id),
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            at INTEGER NOT NULL,
            reason TEXT NOT NULL,
            rated INTEGER NOT NULL CHECK (rated IN (0, 1))
        , lowest_wins INTEGER NOT NULL DEFAULT 0, rounds TEXT NOT NULL DEFAULT '[]', share REAL) STRICT;
CREATE TABLE result_seat (
            number INTEGER NOT NULL REFERENCES result (number),
            seat INTEGER NOT NULL,
            side INTEGER NOT NULL,
            place INTEGER NOT NULL,
            score INTEGER NOT NULL,
            player_id INTEGER REFERENCES player (id), feats TEXT NOT NULL DEFAULT '{}', rating REAL, mean REAL,
            PRIMARY KEY (number, seat)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE panel (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            token TEXT NOT NULL,
            application_id INTEGER NOT NULL,
            message_id INTEGER,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE contribution (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            press INTEGER NOT NULL,
            PRIMARY KEY (table_id, player_id)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX contribution_player ON contribution (player_id);
CREATE INDEX result_seat_player ON result_seat (player_id);
CREATE INDEX result_guild ON result (guild_id, at);
CREATE TABLE ladder (
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            period TEXT NOT NULL,
            player_id INTEGER NOT NULL REFERENCES player (id),
            mu REAL NOT NULL,
            sigma REAL NOT NULL,
            rating REAL NOT NULL,
            games INTEGER NOT NULL,
            wins INTEGER NOT NULL,
            practice_games INTEGER NOT NULL,
            practice_wins INTEGER NOT NULL,
            rounds INTEGER NOT NULL,
            points INTEGER NOT NULL,
            best_round INTEGER,
            lowest_wins INTEGER NOT NULL,
            penny_games INTEGER NOT NULL,
            pennies INTEGER NOT NULL,
            PRIMARY KEY (guild_id, game, period, player_id)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX ladder_rating ON ladder (guild_id, game, period, rating);
CREATE INDEX ladder_player ON ladder (player_id);
CREATE TABLE partnership (
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            player_1 INTEGER NOT NULL REFERENCES player (id),
            player_2 INTEGER NOT NULL REFERENCES player (id),
            player_3 INTEGER NOT NULL DEFAULT 0,
            mu REAL NOT NULL,
            sigma REAL NOT NULL,
            rating REAL NOT NULL,
            games INTEGER NOT NULL,
            wins INTEGER NOT NULL,
            PRIMARY KEY (guild_id, game, player_1, player_2, player_3)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX partnership_rating ON partnership (guild_id, game, rating);
CREATE TABLE wait (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            since INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            free INTEGER NOT NULL,
            tell INTEGER,
            remind INTEGER, again INTEGER,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX wait_tell ON wait (tell) WHERE tell IS NOT NULL;
CREATE INDEX wait_remind ON wait (remind) WHERE remind IS NOT NULL;
CREATE TABLE bank (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            spent INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE preference (
            user_id INTEGER PRIMARY KEY,
            zone TEXT NOT NULL,
            quiet_from INTEGER,
            quiet_to INTEGER,
            way TEXT NOT NULL CHECK (way IN ('thread', 'direct', 'none'))
        , rhythm TEXT NOT NULL DEFAULT 'quarter'
           CHECK (rhythm IN ('none', 'half', 'quarter', 'twice', 'hour')), digest INTEGER CHECK (digest BETWEEN 0 AND 1439), digest_due INTEGER) STRICT;
CREATE INDEX table_guild ON card_table (guild_id, status);
CREATE TABLE fame (
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            kind TEXT NOT NULL,
            value INTEGER NOT NULL,
            at INTEGER NOT NULL,
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            PRIMARY KEY (guild_id, game, kind, value)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX fame_player ON fame (player_id);
CREATE TABLE departure (guild_id INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE INDEX fame_table ON fame (table_id);
CREATE TABLE block (
            id INTEGER PRIMARY KEY,
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            games INTEGER NOT NULL,
            entries BLOB NOT NULL
        ) STRICT;
CREATE INDEX block_kind ON block (guild_id, game);
CREATE TABLE "archive" (
            table_id INTEGER PRIMARY KEY REFERENCES card_table (id),
            block INTEGER NOT NULL REFERENCES block (id),
            place INTEGER NOT NULL,
            digest BLOB NOT NULL
        ) STRICT;
CREATE TABLE agreement (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            PRIMARY KEY (table_id, player_id)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX agreement_player ON agreement (player_id);
CREATE TABLE plan (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            round INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            armed INTEGER NOT NULL,
            body TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX plan_user ON plan (user_id);
CREATE TABLE look (
        user_id INTEGER PRIMARY KEY,
        deck TEXT NOT NULL,
        hand_order TEXT NOT NULL,
        words_first INTEGER NOT NULL
    ) STRICT;
CREATE TABLE server_choice (
        guild_id INTEGER PRIMARY KEY,
        language TEXT,
        tells_records INTEGER NOT NULL DEFAULT 0
    ) STRICT;
CREATE TABLE preset (
        number INTEGER PRIMARY KEY,
        guild_id INTEGER NOT NULL,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        options TEXT NOT NULL,
        UNIQUE (guild_id, game, name)
    ) STRICT;
CREATE TABLE standing_answer (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        seat INTEGER NOT NULL,
        user_id INTEGER NOT NULL,
        offer INTEGER NOT NULL,
        leave INTEGER NOT NULL,
        until TEXT NOT NULL,
        PRIMARY KEY (table_id, seat, user_id)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX standing_answer_user ON standing_answer (user_id);
CREATE TABLE staging (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        user_id INTEGER NOT NULL,
        groups TEXT NOT NULL,
        PRIMARY KEY (table_id, user_id)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX staging_user ON staging (user_id);
CREATE TABLE proposal (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        user_id INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, user_id)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX proposal_user ON proposal (user_id);
CREATE TABLE act (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        number INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        role TEXT NOT NULL,
        seat INTEGER,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE posted (
        table_id INTEGER PRIMARY KEY REFERENCES card_table (id),
        rounds INTEGER NOT NULL DEFAULT 0,
        final INTEGER NOT NULL DEFAULT 0,
        records INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE pause_budget (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        seat INTEGER NOT NULL,
        days INTEGER NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE nudge (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        seat INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE unread_setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE TABLE post (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            what TEXT NOT NULL,
            place INTEGER NOT NULL,
            nonce INTEGER NOT NULL UNIQUE,
            at INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            told TEXT NOT NULL,
            key TEXT,
            value TEXT,
            tried INTEGER NOT NULL,
            PRIMARY KEY (table_id, what)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE relic (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            message_id INTEGER NOT NULL,
            place INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            PRIMARY KEY (table_id, message_id)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX table_lobby_due ON card_table (id) WHERE lobby_due;
CREATE INDEX table_rematch ON card_table (rematch_of);
CREATE TABLE erasure (
            mark INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('member', 'server')),
            whose INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
CREATE TABLE hold (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            reason TEXT NOT NULL
                CHECK (reason IN ('member', 'table', 'place', 'server', 'nobody')),
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat, reason)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX hold_until ON hold (until);
CREATE TABLE vote (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('hold', 'seat', 'end')),
        seat INTEGER,
        asker_id INTEGER REFERENCES player (id),
        owner_id INTEGER REFERENCES player (id),
        candidate_id INTEGER REFERENCES player (id),
        round_began INTEGER NOT NULL,
        opened INTEGER NOT NULL,
        until INTEGER NOT NULL,
        verdict TEXT CHECK (verdict IN ('yes', 'no', 'void')),
        place INTEGER,
        message_id INTEGER,
        revision INTEGER NOT NULL DEFAULT 0,
        shown INTEGER NOT NULL DEFAULT -1,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX vote_until ON vote (until) WHERE verdict IS NULL;
CREATE INDEX vote_unshown ON vote (table_id) WHERE shown < revision;
CREATE TABLE ballot (
        table_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player_id INTEGER NOT NULL REFERENCES player (id),
        yes INTEGER NOT NULL CHECK (yes IN (0, 1)),
        PRIMARY KEY (table_id, number, seat),
        FOREIGN KEY (table_id, number) REFERENCES vote (table_id, number)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE holding (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        seat INTEGER NOT NULL,
        mark BLOB NOT NULL,
        player_id INTEGER NOT NULL REFERENCES player (id),
        until INTEGER,
        PRIMARY KEY (table_id, seat, mark)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE meeting (
        guild_id INTEGER NOT NULL,
        month TEXT NOT NULL,
        mark BLOB NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (guild_id, month, mark)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE mark_key (key BLOB NOT NULL) STRICT;
CREATE INDEX table_private ON card_table (updated) WHERE purpose <> 'play';
CREATE TABLE lesson_progress (
            user_id INTEGER NOT NULL,
            lesson TEXT NOT NULL,
            step TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (user_id, lesson)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE coaching (
            user_id INTEGER PRIMARY KEY,
            silent INTEGER NOT NULL CHECK (silent IN (0, 1)),
            heard TEXT NOT NULL
        ) STRICT;
CREATE INDEX preference_digest ON preference (digest_due)
           WHERE digest_due IS NOT NULL;
CREATE TABLE holiday (
            user_id INTEGER PRIMARY KEY,
            until INTEGER NOT NULL
        ) STRICT;
CREATE INDEX holiday_until ON holiday (until);
CREATE TABLE memo (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX memo_user ON memo (user_id);
INSERT INTO mark_key (key) VALUES (randomblob(32));
