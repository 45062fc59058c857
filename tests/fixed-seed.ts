/**
 * Random cases are the same on every machine and in every run, so that who is shown a failure can see it again.
 * `FAST_CHECK_SEED=random` draws others, and a number those of that seed: fast-check prints it with the counterexample.
 */
import fc from "fast-check";

const wanted = process.env["FAST_CHECK_SEED"] ?? "1";
if (wanted !== "random") fc.configureGlobal({ seed: Number(wanted) });
