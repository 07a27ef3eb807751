/** Our own RTMP listener, as the pages need to know it. */
export interface RtmpIngest {
  /** Where it listens now; undefined while it does not run. */
  readonly port: number | undefined;
  /** Only with a certificate. */
  readonly tlsPort: number | undefined;
}
