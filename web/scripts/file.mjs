// Builds the pages that finished games are kept in: dist/replay/GAME.html, each one file with its
// script and its style inside and only that game's board, and GAME.LANGUAGE.html for every language
// beside English. The server puts the game into it.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

const root = new URL("..", import.meta.url).pathname;
const PLACE = "HALFTURN REPLAY";
const sealed = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Texts of one language and no other: a file knows which it speaks, and cannot fetch any. */
const speaking = (language) => ({
  name: "speaking",
  load: (id) =>
    id === `${root}src/texts/index.ts`
      ? `export { ${language} as t } from "./${language}";`
      : undefined,
});

async function parts(name, language) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [speaking(language), svelte()],
    build: {
      write: false,
      target: "es2022",
      assetsInlineLimit: Infinity,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: `${root}src/file/${name}.ts`,
        output: { format: "iife", inlineDynamicImports: true },
      },
    },
  });
  const scripts = output.filter((each) => each.type === "chunk");
  const styles = output.filter((each) => each.fileName.endsWith(".css"));
  if (scripts.length !== 1 || styles.length !== 1 || output.length !== 2)
    throw new Error(`expected one script and one style for ${name}, got ${output.length} files`);
  return { script: scripts[0].code, style: String(styles[0].source) };
}

function page(name, { script, style }, language) {
  // What would end the element, or begin a comment in it, says the same with a backslash.
  const code = script.replace(/<(?=\/script|!--)/gi, "\\x3c");
  const look = style.replaceAll("</style", "<\\/style");
  const policy = [
    "default-src 'none'",
    `script-src ${sealed(code)}`,
    `style-src ${sealed(look)}`,
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types svelte-trusted-html",
  ].join("; ");
  return `<!doctype html>
<html lang="${language}"${name === "plain" ? ' data-board="none"' : ""}>
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>Halfturn</title>
    <style>${look}</style>
  </head>
  <body>
    <div id="app"></div>
    <noscript>Halfturn needs JavaScript to lay the cards.</noscript>
    <script type="text/plain" id="game">${PLACE}</script>
    <script>${code}</script>
  </body>
</html>
`;
}

/** The names of the modules in a folder, but one. */
const modules = (folder, but) =>
  readdirSync(`${root}src/${folder}`)
    .filter((file) => file.endsWith(".ts") && file !== `${but}.ts`)
    .map((file) => file.replace(/\.ts$/, ""));

mkdirSync(`${root}dist/replay`, { recursive: true });
for (const name of modules("file", "show"))
  for (const language of modules("texts", "index")) {
    const file = language === "en" ? name : `${name}.${language}`;
    const made = page(name, await parts(name, language), language);
    writeFileSync(`${root}dist/replay/${file}.html`, made);
  }
