// Runs the Khronos glTF validator over files: node validate_gltf.mjs FILE... exits 1 on any error or warning,
// save warnings whose codes stand in validatorWarnings of NAME.expected.json beside NAME.gltf or NAME.glb.
// gltf-validator (npm) is found through NODE_PATH or in the current folder's node_modules.
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const validator = require("gltf-validator");

const expectedWarnings = async (path) => {
    try {
        const text = await readFile(path.replace(/\.(gltf|glb)$/, ".expected.json"), "utf8");
        return JSON.parse(text).validatorWarnings ?? [];
    } catch (error) {
        if (error.code === "ENOENT") return [];
        throw error;
    }
};

let failed = process.argv.length < 3;
if (failed) console.error("usage: node validate_gltf.mjs FILE...");
for (const path of process.argv.slice(2)) {
    const report = await validator.validateBytes(new Uint8Array(await readFile(path)), {
        uri: basename(path),
        externalResourceFunction: async (uri) =>
            new Uint8Array(await readFile(join(dirname(path), decodeURIComponent(uri)))),
    });
    const { numErrors, numWarnings, numInfos, messages } = report.issues;
    console.log(`${path}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos`);
    for (const m of messages) console.log(`  ${["error", "warning", "info", "hint"][m.severity]} ${m.code} ${m.pointer ?? ""}: ${m.message}`);
    const codes = messages.filter((m) => m.severity === 1).map((m) => m.code).sort();
    const expected = (await expectedWarnings(path)).sort();
    if (numErrors > 0 || codes.join() !== expected.join()) failed = true;
}
process.exit(failed ? 1 : 0);
