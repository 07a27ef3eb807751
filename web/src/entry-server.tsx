import type { AnswerInProcess } from './server-pages/public-page.ts';
import { answerCallsWith } from './shared/api/call.ts';
import { ApiRefusal } from './shared/api/refusal.ts';

export { createRenderer } from './server-pages/draw.tsx';

/** From now on calls are answered by the process that loaded this. */
export function answerWith(answer: AnswerInProcess): void {
  answerCallsWith(async (name, parts) => {
    const said = await answer(name, parts);
    if ('errors' in said) throw new ApiRefusal(said.status, said.errors);
    return said.data;
  });
}
