import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';

export interface DialogOfRequest {
  request: WireRequest;
  onClose: () => void;
}
