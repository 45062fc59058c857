/** Entry point of the thread that reads the statistics: answers the one question of `statistics-report.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { type StatisticsQuery, statisticsReportOf } from "./statistics-report.js";

parentPort?.postMessage(await statisticsReportOf(workerData as StatisticsQuery));
