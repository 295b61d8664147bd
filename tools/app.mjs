// Makes an app of a folder with the browser client (node tools/app.mjs FOLDER): the service worker learns the files of the
// site and their hashes, the page its version, and records can be shared with it. Nothing outside the folder is read.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DIGITS = 32; // of a SHA-256

/** What a page can do without until there is time: weights of bots, and reviews. */
const isForLater = path => /\.net$|(^|\/)review[^/]*\.wasm$/.test(path);
/** The tables in their forms (web/src/local/halls.ts), the best one first; every browser needs one. */
const forms = ["hall_relaxed", "hall", "hall_plain"];
const formOf = path => forms.find(form => new RegExp(`(^|/)${form}-[^/]*\\.wasm$`).test(path));

const digest = (...texts) => {
    const hash = createHash("sha256");
    for (const text of texts) hash.update(text);
    return hash.digest("hex").slice(0, DIGITS);
};

/** The paths of all files, with slashes, in an order that does not depend on the disk. */
function filesIn(folder, below = "") {
    return readdirSync(join(folder, below), { withFileTypes: true })
        .flatMap(entry => {
            const path = below + entry.name;
            return entry.isDirectory() ? filesIn(folder, `${path}/`) : [path];
        })
        .sort();
}

/** Replaces what must stand in a file exactly once. */
function replaced(text, what, by, file) {
    if (text.split(what).length !== 2) throw new Error(`${file}: ${what} must stand there once`);
    return text.replace(what, () => by);
}

function main(folder) {
    const file = path => join(folder, path);
    const manifest = JSON.parse(readFileSync(file("app.webmanifest"), "utf8"));
    manifest.share_target = {
        action: "./share",
        method: "POST",
        enctype: "multipart/form-data",
        params: {
            title: "title",
            text: "text",
            url: "url",
            files: [
                {
                    name: "record",
                    accept: [".jsonl", ".json", "application/json", "application/x-ndjson", "text/plain"],
                },
            ],
        },
    };
    writeFileSync(file("app.webmanifest"), `${JSON.stringify(manifest, null, 2)}\n`);

    const paths = filesIn(folder).filter(path => path !== "sw.js");
    const before = readFileSync(file("sw.js"), "utf8");
    const version = digest(before, ...paths.map(path => `${path} ${digest(readFileSync(file(path)))}\n`)).slice(0, 12);
    const page = readFileSync(file("index.html"), "utf8");
    const meta = `<meta name="charlatan-version" content="${version}" />\n    </head>`;
    writeFileSync(file("index.html"), replaced(page, "</head>", meta, "index.html"));

    const site = { version, core: {}, rest: {}, tables: [] };
    for (const path of paths) {
        const served = path === "index.html" ? "" : path;
        const hash = digest(readFileSync(file(path)));
        const form = formOf(path);
        if (form) site.tables.push({ form, path, hash });
        else site[isForLater(path) ? "rest" : "core"][served] = hash;
    }
    site.tables.sort((a, b) => forms.indexOf(a.form) - forms.indexOf(b.form));
    if (site.tables.length !== forms.length) throw new Error(`${folder}: not all forms of the tables are there`);
    const told = JSON.stringify(JSON.stringify(site));
    writeFileSync(file("sw.js"), replaced(before, '"@site@"', told, "sw.js"));
}

const folder = process.argv[2];
if (folder === undefined) {
    console.error("node tools/app.mjs FOLDER");
    process.exit(2);
}
main(folder);
