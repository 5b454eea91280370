// What the first visit loads, gzipped; fails when it is more than people should wait for. So does
// a page for a finished game that would leave the game too little room in its file. The first visit
// loads what index.html names, the font, and at most one language beside English; the rest comes
// when somebody goes where it is needed.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 140_000;
const FILE_LIMIT = 225_000;
const dist = new URL("../dist", import.meta.url).pathname;

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

const first = readFileSync(join(dist, "index.html"), "utf8");
const isLanguage = (name) => /^assets.[a-z]{2}-[^.]+\.js$/.test(name);

let total = 0;
let language = 0;
for (const path of files(dist)) {
  const name = relative(dist, path);
  if (name.endsWith(".txt")) continue;
  const raw = readFileSync(path);
  if (name.startsWith("replay")) {
    console.log(`${String(raw.length).padStart(7)}  ${name}, as it is; the limit is ${FILE_LIMIT}`);
    if (raw.length > FILE_LIMIT) process.exitCode = 1;
    continue;
  }
  const size = name.endsWith(".woff2") ? raw.length : gzipSync(raw, { level: 9 }).length;
  const named = /^index\.html$|\.woff2$/.test(name) || first.includes(basename(name));
  if (named) total += size;
  else if (isLanguage(name)) language = Math.max(language, size);
  console.log(`${String(size).padStart(7)}  ${name}${named ? "" : ", where it is needed"}`);
}
total += language;
console.log(`${String(total).padStart(7)}  at first, gzipped; the limit is ${LIMIT}`);
if (total > LIMIT) process.exitCode = 1;
