// Runs the Khronos glTF validator over files: node validate_gltf.mjs FILE... exits 1 on any error or warning.
// gltf-validator (npm) is found through NODE_PATH or in the current folder's node_modules.
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const validator = require("gltf-validator");

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
    if (numErrors + numWarnings > 0) failed = true;
}
process.exit(failed ? 1 : 0);
