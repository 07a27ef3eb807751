/** Conditions joined by AND; parameters are numbered in the order they are added. */
export class Conditions {
  readonly texts: string[] = [];
  readonly params: unknown[];

  /** Several sets of conditions in one statement share the numbering of their parameters. */
  constructor(params: unknown[] = []) {
    this.params = params;
  }

  /** `?` is the place of the value. */
  add(text: string, value?: unknown): void {
    if (value === undefined) return void this.texts.push(text);
    this.params.push(value);
    this.texts.push(text.replaceAll('?', `$${this.params.length}`));
  }

  get sql(): string {
    return this.texts.join(' AND ');
  }
}
