import { HanModel } from '../detection/han.js';
import { type AnalysisRequest, analyse, type TextAnalysis } from './analysis.js';

export function run(request: AnalysisRequest): TextAnalysis[] {
  return analyse(request, HanModel.bundled());
}
