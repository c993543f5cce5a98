-- A database full of settings, as version 12 kept them: made by that program.
PRAGMA application_id=1416982640;
PRAGMA user_version=12;
BEGIN TRANSACTION;
CREATE TABLE agreement (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            PRIMARY KEY (table_id, player_id)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE "archive" (
            table_id INTEGER PRIMARY KEY REFERENCES card_table (id),
            block INTEGER NOT NULL REFERENCES block (id),
            place INTEGER NOT NULL,
            digest BLOB NOT NULL
        ) STRICT;
CREATE TABLE bank (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            spent INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE block (
            id INTEGER PRIMARY KEY,
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            games INTEGER NOT NULL,
            entries BLOB NOT NULL
        ) STRICT;
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
        , open_hands INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "card_table" VALUES(1,800000000000000001,5,700000000000000001,'house-canasta',1,'{}','day','playing',3,X'0000000000000000000000000000000000000000000000000000000000000000',X'0000000000000000000000000000000000000000000000000000000000000000','66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',0,-1,NULL,NULL,NULL,NULL,1790000000000,1790000000000,NULL,0);
INSERT INTO "card_table" VALUES(2,800000000000000001,5,700000000000000001,'house-canasta',1,'{}','day','playing',3,X'0000000000000000000000000000000000000000000000000000000000000000',X'0000000000000000000000000000000000000000000000000000000000000000','66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',0,-1,NULL,NULL,NULL,NULL,1790000000000,1790000000000,NULL,0);
INSERT INTO "card_table" VALUES(3,800000000000000002,5,700000000000000001,'house-canasta',1,'{}','day','playing',3,X'0000000000000000000000000000000000000000000000000000000000000000',X'0000000000000000000000000000000000000000000000000000000000000000','66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',0,-1,NULL,NULL,NULL,NULL,1790000000000,1790000000000,NULL,0);
CREATE TABLE contribution (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            press INTEGER NOT NULL,
            PRIMARY KEY (table_id, player_id)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE departure (guild_id INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
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
CREATE TABLE hold (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            reason TEXT NOT NULL CHECK (reason IN ('member', 'table', 'place', 'server')),
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat, reason)
        ) STRICT, WITHOUT ROWID;
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
CREATE TABLE player (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            guild_id INTEGER NOT NULL,
            user_id INTEGER,
            name TEXT NOT NULL, hidden INTEGER NOT NULL DEFAULT 0,
            UNIQUE (guild_id, user_id)
        ) STRICT;
INSERT INTO "player" VALUES(1,800000000000000001,700000000000000001,'Ann',0);
INSERT INTO "player" VALUES(2,800000000000000001,700000000000000002,'Ben',0);
INSERT INTO "player" VALUES(4,800000000000000002,700000000000000003,'Cay',0);
INSERT INTO "player" VALUES(5,800000000000000002,700000000000000002,'Ben',0);
CREATE TABLE preference (
            user_id INTEGER PRIMARY KEY,
            zone TEXT NOT NULL,
            quiet_from INTEGER,
            quiet_to INTEGER,
            way TEXT NOT NULL CHECK (way IN ('thread', 'direct', 'none'))
        ) STRICT;
CREATE TABLE result (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            table_id INTEGER NOT NULL UNIQUE REFERENCES card_table (id),
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            at INTEGER NOT NULL,
            reason TEXT NOT NULL,
            rated INTEGER NOT NULL CHECK (rated IN (0, 1))
        , lowest_wins INTEGER NOT NULL DEFAULT 0, rounds TEXT NOT NULL DEFAULT '[]') STRICT;
CREATE TABLE result_seat (
            number INTEGER NOT NULL REFERENCES result (number),
            seat INTEGER NOT NULL,
            side INTEGER NOT NULL,
            place INTEGER NOT NULL,
            score INTEGER NOT NULL,
            player_id INTEGER REFERENCES player (id), feats TEXT NOT NULL DEFAULT '{}', rating REAL,
            PRIMARY KEY (number, seat)
        ) STRICT, WITHOUT ROWID;
CREATE TABLE seat_driver (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            from_seq INTEGER NOT NULL,
            kind TEXT CHECK (kind IN ('member', 'computer')),
            player_id INTEGER REFERENCES player (id),
            name TEXT NOT NULL DEFAULT '',
            level TEXT,
            PRIMARY KEY (table_id, seat, from_seq)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "seat_driver" VALUES(1,0,0,'member',1,'',NULL);
INSERT INTO "seat_driver" VALUES(1,1,0,'member',2,'',NULL);
INSERT INTO "seat_driver" VALUES(2,0,0,'member',1,'',NULL);
INSERT INTO "seat_driver" VALUES(2,1,0,'computer',NULL,'Ada','steady');
INSERT INTO "seat_driver" VALUES(3,0,0,'member',4,'',NULL);
INSERT INTO "seat_driver" VALUES(3,1,0,'member',5,'',NULL);
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "setting" VALUES('acts:1','[{"seq": 3, "kind": "replace", "by": "host", "seat": 1}, {"seq": 5, "kind": "pause", "by": "moderator", "seat": null}, {"seq": 9, "kind": "give_back", "by": "host", "seat": 1}]');
INSERT INTO "setting" VALUES('acts:2','[{"seq": 1}]');
INSERT INTO "setting" VALUES('acts:3','{broken');
INSERT INTO "setting" VALUES('alive','1790000000.5');
INSERT INTO "setting" VALUES('commands','abc123');
INSERT INTO "setting" VALUES('ended:1','1');
INSERT INTO "setting" VALUES('ended:98','1');
INSERT INTO "setting" VALUES('fame:800000000000000001','1');
INSERT INTO "setting" VALUES('fame:800000000000000002','0');
INSERT INTO "setting" VALUES('famed:1','1');
INSERT INTO "setting" VALUES('language:','de');
INSERT INTO "setting" VALUES('language:800000000000000001','de');
INSERT INTO "setting" VALUES('language:800000000000000003','');
INSERT INTO "setting" VALUES('looks:','0 0 0');
INSERT INTO "setting" VALUES('looks:700000000000000001','2 1 2');
INSERT INTO "setting" VALUES('looks:700000000000000002','1 0 1');
INSERT INTO "setting" VALUES('looks:700000000000000003','1 1');
INSERT INTO "setting" VALUES('looks:700000000000000004','9 0 0');
INSERT INTO "setting" VALUES('looks:None','0 0 0');
INSERT INTO "setting" VALUES('no colon at all','x');
INSERT INTO "setting" VALUES('nudge:1:1','1789990000.123');
INSERT INTO "setting" VALUES('nudge:2:0','yesterday');
INSERT INTO "setting" VALUES('nudge:3:0','1789990000.0');
INSERT INTO "setting" VALUES('paused:1:-1','2');
INSERT INTO "setting" VALUES('paused:1:0','6');
INSERT INTO "setting" VALUES('paused:3:1','1');
INSERT INTO "setting" VALUES('presets:800000000000000001:house-canasta','{"Zum Üben": {"target": 2500, "jokers": true}, "A short one": {"target": 1500, "partners": "fixed"}}');
INSERT INTO "setting" VALUES('presets:800000000000000001:ponytail-canasta','[1, 2');
INSERT INTO "setting" VALUES('presets:800000000000000001:ten-pennies','{"Ours": {}}');
INSERT INTO "setting" VALUES('presets:800000000000000002:classic-canasta','{"Odd": {"target": null}}');
INSERT INTO "setting" VALUES('presets:800000000000000002:house-canasta','{"Theirs": {"target": 3000}}');
INSERT INTO "setting" VALUES('proposal:1:0','discard KS');
INSERT INTO "setting" VALUES('proposal:1:1','7 discard KS');
INSERT INTO "setting" VALUES('proposal:3:0','12 meld KS KD KC / 7S 7D 7C');
INSERT INTO "setting" VALUES('rematch:1','https://discord.com/channels/800000000000000001/5/77');
INSERT INTO "setting" VALUES('scored:1','3');
INSERT INTO "setting" VALUES('scored:2','many');
INSERT INTO "setting" VALUES('scored:3','1');
INSERT INTO "setting" VALUES('scored:99','2');
INSERT INTO "setting" VALUES('seen:700000000000000001','1');
INSERT INTO "setting" VALUES('staging:1:0','KS KD KC / 3: 2H Jo / TS TD TH 2C');
INSERT INTO "setting" VALUES('staging:1:1','KS ??');
INSERT INTO "setting" VALUES('staging:2:1','KS KD KC');
INSERT INTO "setting" VALUES('staging:3:1','');
INSERT INTO "setting" VALUES('standing:1:0','0 0');
INSERT INTO "setting" VALUES('standing:1:0:700000000000000001','1 10 2.3');
INSERT INTO "setting" VALUES('standing:1:1:700000000000000002','2 2 ');
INSERT INTO "setting" VALUES('standing:1:x:1','0 0 ');
INSERT INTO "setting" VALUES('standing:3:0:700000000000000003','17 0 1.1');
CREATE TABLE wait (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            since INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            free INTEGER NOT NULL,
            tell INTEGER,
            remind INTEGER,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX player_user ON player (user_id);
CREATE INDEX seat_driver_player ON seat_driver (player_id);
CREATE INDEX table_due ON card_table (deadline)
           WHERE status = 'playing' AND deadline IS NOT NULL;
CREATE INDEX table_behind ON card_table (id)
           WHERE status IN ('playing', 'finished') AND rendered_seq < seq;
CREATE INDEX table_status ON card_table (status);
CREATE INDEX contribution_player ON contribution (player_id);
CREATE INDEX result_seat_player ON result_seat (player_id);
CREATE INDEX result_guild ON result (guild_id, at);
CREATE INDEX ladder_rating ON ladder (guild_id, game, period, rating);
CREATE INDEX ladder_player ON ladder (player_id);
CREATE INDEX partnership_rating ON partnership (guild_id, game, rating);
CREATE INDEX wait_tell ON wait (tell) WHERE tell IS NOT NULL;
CREATE INDEX wait_remind ON wait (remind) WHERE remind IS NOT NULL;
CREATE INDEX hold_until ON hold (until);
CREATE INDEX table_guild ON card_table (guild_id, status);
CREATE INDEX fame_player ON fame (player_id);
CREATE INDEX fame_table ON fame (table_id);
CREATE INDEX block_kind ON block (guild_id, game);
CREATE INDEX agreement_player ON agreement (player_id);
CREATE INDEX plan_user ON plan (user_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('card_table',3);
INSERT INTO "sqlite_sequence" VALUES('player',5);
COMMIT;
