import { fromPromise } from 'xstate';

/** A request of a machine to the outside, which the test answers. */
export interface RecordedRequest<Input = unknown, Output = unknown> {
  id: string;
  input: Input;
  signal: AbortSignal;
  answer(output?: Output): void;
  giveUp(error?: unknown): void;
}

/** Returns an actor that adds each request to `questions`, and waits for the test to answer. */
export const createRecordingPort = <Input, Output>(questions: RecordedRequest<Input, Output>[]) =>
  fromPromise<Output, Input>(
    ({ input, self, signal }) =>
      new Promise((resolve, giveUp) => {
        questions.push({ id: self.id, input, signal, answer: (output) => resolve(output as Output), giveUp });
      }),
  );

/** Resolves after the machines have handled all answers. */
export const waitForAnswers = () => new Promise((resolve) => setTimeout(resolve));
