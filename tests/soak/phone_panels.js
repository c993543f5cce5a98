// Measures the newest message of the page of `./run` in Chromium, 400 x 860; see phone_panels.py.
// Reads a line from its input for each measurement: a file name for a screenshot, or nothing.

const { chromium } = require("playwright-core");
const readline = require("readline");

const SETTLED = 400; // milliseconds without a change
const PATIENCE = 15000;

function measure() {
  const timeline = document.querySelector(".channel-timeline");
  timeline.scrollTop = timeline.scrollHeight;
  const seen = timeline.getBoundingClientRect();
  const panel = [...document.querySelectorAll("article.channel-message")].pop();
  const box = (one) => one.getBoundingClientRect();
  const image = panel.querySelector("img.gallery-image");
  const texts = [...panel.querySelectorAll(".text-display")];
  const loaded = !image || (image.complete && image.naturalWidth > 0);
  return {
    loaded,
    top: seen.top,
    bottom: seen.bottom,
    end: box(panel).bottom,
    answer: texts.length > 1 ? box(texts[texts.length - 1]).top : null,
    picture: image && loaded
      ? { bottom: box(image).bottom, width: box(image).width, natural: image.naturalWidth }
      : null,
    text: texts.map((one) => one.innerText).join("\n"),
  };
}

(async () => {
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage({ viewport: { width: 400, height: 860 } });
  await page.goto(process.argv[2]);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let last = "";
    let found = null;
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      await page.waitForTimeout(SETTLED);
      found = await page.evaluate(measure).catch(() => null);
      const now = JSON.stringify(found);
      if (found && found.loaded && now === last) break;
      last = now;
    }
    if (line) await page.screenshot({ path: line });
    console.log(JSON.stringify(found));
  }
  await browser.close();
})();
