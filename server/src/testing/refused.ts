/** An error of the API as a client receives it. */
export type Refused = {
  code: string;
  message: string;
  data: { problems: { path: string; message: string }[]; conflicts?: object[] };
};

/** Returns the error of a call; a call that succeeds is the error. */
export const refused = (call: Promise<unknown>): Promise<Refused> =>
  call.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: Refused) => error,
  );
