/** Token by token: no draft from the context, none from what repeats (MCCom 5.3, "w/o 1st SD"). */
import { type AskingMethod, ofModel } from "./asking-method.js";

export const WITHOUT_DRAFTS: AskingMethod = {
  header: { name: "without-drafts", options: {} },
  async answer(asked, ask) {
    const { model } = asked.capabilities;
    const row = await ask(
      ofModel(asked, ({ promptLookup: _, ...request }, signal, onTokens) =>
        model.generate({ ...request, draft: "", draftWeight: 0 }, signal, onTokens),
      ),
    );
    return { ...row, draft: null };
  },
};
