/** Conditions joined by AND, with their parameters numbered as they come. */
export class Conditions {
  readonly texts: string[] = [];
  readonly params: unknown[];

  /** Conditions of one statement that stand at several places number their parameters together. */
  constructor(params: unknown[] = []) {
    this.params = params;
  }

  /** `?` stands for the value. */
  add(text: string, value?: unknown): void {
    if (value === undefined) return void this.texts.push(text);
    this.params.push(value);
    this.texts.push(text.replaceAll('?', `$${this.params.length}`));
  }

  get sql(): string {
    return this.texts.join(' AND ');
  }
}
