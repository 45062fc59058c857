// Stands in for @vscode/spdlog, whose native part is not built: VS Code's log files, written line by line.
// VS Code imports these names from an ES module, so each is assigned on its own.
const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const LEVELS = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
  #file;
  #level = LEVELS.indexOf("info");
  #isPlain = false;

  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  #write(level, message) {
    if (level < this.#level) return;
    const line = this.#isPlain ? message : `${new Date().toISOString()} [${LEVELS[level]}] ${message}\n`;
    try {
      appendFileSync(this.#file, line);
    } catch {
      // The folder is gone: the test that owned it has ended.
    }
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  clearFormatters() {
    this.#isPlain = true;
  }
  setPattern() {
    return undefined;
  }
  flush() {
    return undefined;
  }
  drop() {
    return undefined;
  }
}

const nothing = () => undefined;
const create = async (_name, file) => new Logger(file);
exports.version = 11100;
exports.setLevel = nothing;
exports.setFlushOn = nothing;
exports.shutdown = nothing;
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
