// Runs the Khronos glTF validator: node validate_gltf.mjs FILE_OR_FOLDER... Exits with 1 on any
// error or warning, except warnings whose codes are in validatorWarnings of NAME.expected.json next
// to NAME.gltf or NAME.glb. Exits with 77, which ctest calls skipped, if gltf-validator (npm) is
// neither in NODE_PATH nor in the current folder's node_modules.
import { createRequire } from "node:module";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const findValidator = () => {
    const require = createRequire(join(process.cwd(), "package.json"));
    try {
        return require("gltf-validator");
    } catch (error) {
        if (error.code !== "MODULE_NOT_FOUND") throw error;
        console.log("skipped: gltf-validator is not there; npm install gltf-validator, and name its node_modules in NODE_PATH");
        process.exit(77);
    }
};

const modelsOf = async (path) => {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path, { recursive: true });
    return names.filter((name) => /\.(gltf|glb)$/.test(name)).sort().map((name) => join(path, name));
};

const expectedWarnings = async (path) => {
    try {
        const text = await readFile(path.replace(/\.(gltf|glb)$/, ".expected.json"), "utf8");
        return JSON.parse(text).validatorWarnings ?? [];
    } catch (error) {
        if (error.code === "ENOENT") return [];
        throw error;
    }
};

if (process.argv.length < 3) {
    console.error("usage: node validate_gltf.mjs FILE_OR_FOLDER...");
    process.exit(1);
}
const validator = findValidator();
let failed = false;
for (const argument of process.argv.slice(2)) {
    const models = await modelsOf(argument);
    console.log(`${argument}: ${models.length} models`);
    if (models.length === 0) failed = true;
    for (const path of models) {
        const report = await validator.validateBytes(new Uint8Array(await readFile(path)), {
            uri: basename(path),
            externalResourceFunction: async (uri) =>
                new Uint8Array(await readFile(join(dirname(path), decodeURIComponent(uri)))),
        });
        const { numErrors, messages } = report.issues;
        const codes = messages.filter((m) => m.severity === 1).map((m) => m.code).sort();
        const expected = (await expectedWarnings(path)).sort();
        if (numErrors === 0 && codes.join() === expected.join()) continue;
        failed = true;
        console.log(`${path}: ${numErrors} errors; warnings [${codes}], expected [${expected}]`);
        for (const m of messages) console.log(`  ${["error", "warning", "info", "hint"][m.severity]} ${m.code} ${m.pointer ?? ""}: ${m.message}`);
    }
}
process.exit(failed ? 1 : 0);
