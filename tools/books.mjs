// Writes what the games are into the folder of a site (node tools/books.mjs PROGRAM FOLDER): the program's own answers to
// GET /api/rules and GET /api/games, as rules.json and games.json. So the front door needs no WebAssembly.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The address that the server prints once it listens. */
async function addressOf(child) {
    let said = "";
    for await (const text of child.stdout) {
        said += text;
        const found = /charlatan is at (http:\S+\/)/.exec(said)?.[1];
        if (found) return found;
    }
    throw new Error(`the server does not begin: ${said}`);
}

async function main(program, folder) {
    const child = spawn(program, ["serve", "--port", "0", "--db", "memory"], { stdio: ["ignore", "pipe", "inherit"] });
    try {
        const address = await addressOf(child);
        for (const book of ["rules", "games"]) {
            const answer = await fetch(`${address}api/${book}`);
            if (!answer.ok) throw new Error(`${book}: ${answer.status}`);
            writeFileSync(join(folder, `${book}.json`), await answer.text());
        }
    } finally {
        child.kill("SIGKILL"); // it has only what is in memory
    }
}

const [program, folder] = process.argv.slice(2);
if (folder === undefined) {
    console.error("node tools/books.mjs PROGRAM FOLDER");
    process.exit(2);
}
await main(program, folder);
process.exit(0);
