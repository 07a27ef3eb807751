import { randomUUID } from 'node:crypto';
import { clientVersion } from '@frontrow/contract/kernel/headers.ts';
import type { Logger } from '../ports/log.ts';
import { switchTracing } from './spans.ts';

/** Shorter than a stop may take. */
const exportWithinMs = 2_000;
const complainEveryMs = 60_000;

export interface Tracing {
  /** Sends what is left, as long as that takes no more than two seconds. */
  stop(): Promise<void>;
}

/**
 * Sends traces to a collector of OpenTelemetry (OTLP over HTTP, JSON). One that is slow or away delays nobody: spans
 * that find no room are dropped, and the log says so once a minute. The libraries are loaded here alone.
 */
export async function startTracing(endpoint: string, log: Logger): Promise<Tracing> {
  const [api, { AsyncLocalStorageContextManager }, core, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  let complained = -complainEveryMs;
  const complain = (error: unknown): void => {
    if (performance.now() - complained < complainEveryMs) return;
    complained = performance.now();
    log.warn({ error: String(error instanceof Error ? error.message : error) }, 'traces not sent');
  };
  core.setGlobalErrorHandler(complain);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportWithinMs,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'frontrow',
      'service.version': clientVersion,
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: exportWithinMs })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  switchTracing(true);
  return {
    async stop() {
      switchTracing(false);
      await provider.shutdown().catch(complain);
      api.trace.disable();
      api.context.disable();
      api.propagation.disable();
    },
  };
}
