import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const scope = 'frontrow';
let isOn = false;

/** Switched by `startTracing` alone. */
export const switchTracing = (on: boolean): void => void (isOn = on);
/** Whether traces are collected. Where they are not, nothing here does anything. */
export const isTracing = (): boolean => isOn;
export const tracer = () => trace.getTracer(scope);

interface Traced {
  readonly kind?: SpanKind;
  /** Attributes never name a person: they leave our machines. */
  readonly attributes?: Attributes;
  /** A trace that was written down by `traceNow`. Else the span is below what is going on. */
  readonly below?: string | undefined;
}

/** Runs `work` in a span of this name if traces are collected. Errors are recorded by code or class only. */
export function traced<T>(
  name: string,
  work: () => Promise<T>,
  { kind = SpanKind.INTERNAL, attributes = {}, below }: Traced = {},
): Promise<T> {
  if (!isOn) return work();
  const above = below === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: below });
  return tracer().startActiveSpan(name, { kind, attributes }, above, async (span) => {
    try {
      return await work();
    } catch (error) {
      const { code, name: its = 'error' } = error as { code?: string; name?: string };
      span.setStatus({ code: SpanStatusCode.ERROR, message: code ?? its });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The trace of what is going on, to be written down for what follows later; undefined where there is none. */
export function traceNow(): string | undefined {
  if (!isOn) return undefined;
  const written: { traceparent?: string } = {};
  propagation.inject(context.active(), written);
  return written.traceparent;
}
