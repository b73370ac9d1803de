import { buildSegment, type NearSegmentData, type PairPage } from './near-segment.js';

export function run(pages: readonly PairPage[]): NearSegmentData {
  return buildSegment(pages);
}
