/** What one look at a part says, in one sentence. */
export interface Finding {
  readonly part: string;
  readonly is: 'good' | 'bad' | 'not set';
  readonly says: string;
}

/** A look at a part: what it is called, and a sentence, or an error whose message says what is wrong and what to do. */
export interface Check {
  readonly part: string;
  /** Why there is nothing to look at; undefined if there is. */
  readonly notSet?: string | undefined;
  look(): Promise<string>;
}

const lookWithinMs = 20_000;

/** Looks at each part, one after the other, and never throws. */
export async function lookAt(checks: readonly Check[], tell: (finding: Finding) => void): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { part, notSet, look } of checks) {
    const finding = await findingOf(part, notSet, look);
    findings.push(finding);
    tell(finding);
  }
  return findings;
}

async function findingOf(part: string, notSet: string | undefined, look: Check['look']): Promise<Finding> {
  if (notSet !== undefined) return { part, is: 'not set', says: notSet };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer within ${lookWithinMs / 1000} s.`)), lookWithinMs);
  });
  try {
    return { part, is: 'good', says: await Promise.race([look(), late]) };
  } catch (error) {
    return { part, is: 'bad', says: error instanceof Error && error.message ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
