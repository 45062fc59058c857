/** What daemon and page tell each other. Types alone: nothing of the daemon is in the page. */
export type {
  AskedCompletion,
  CalibrationState,
  CompletionReport,
  DashboardStatistics,
  FileText,
  FoundSnippets,
  Project,
  ProjectFile,
  SentBody,
  SyntaxPlace,
  ToldEvent,
} from "../../cli/src/serve/page/wire.js";
