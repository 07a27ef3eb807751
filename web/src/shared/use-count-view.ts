import { useEffect } from 'react';
import type { Looked } from './count-view.ts';

/** Counts a look as soon as it `isOne`: when it is known who looks. The code for it comes after everything else. */
export function useCountView(name: string, looked: Looked, isOne: boolean): void {
  useEffect(() => {
    if (isOne)
      void import('./count-view.ts').then(
        ({ countView }) => countView(name, looked),
        () => undefined,
      );
  }, [name, looked, isOne]);
}
