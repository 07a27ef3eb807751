/** Runs a call to a provider; an error of it is thrown as what it means to us. */
export type Translating = <T>(call: () => Promise<T>) => Promise<T>;

export const translatingBy =
  (translated: (error: unknown) => unknown): Translating =>
  async (call) => {
    try {
      return await call();
    } catch (error) {
      throw translated(error);
    }
  };
