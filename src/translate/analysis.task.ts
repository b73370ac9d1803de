import { type AnalysisRequest, analyse, type TextAnalysis } from './analysis.js';
import { HanModel } from './text/han.js';

const han = HanModel.bundled();

export function run(request: AnalysisRequest): TextAnalysis[] {
  return analyse(request, han);
}
