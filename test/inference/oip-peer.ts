/** An inference server for graphs of a folder, at three addresses: HTTP with binary tensors, HTTP with JSON alone, gRPC. */
import { GraphComputer } from './graph-computer.js';
import { serveGrpc } from './oip-grpc.js';
import { serveHttp } from './oip-http.js';
import { openControl } from './peer-control.js';

const [folder = '', key = ''] = process.argv.slice(2);
const computer = new GraphComputer(folder, 'kotobashi-base-');
const control = await openControl();
const addresses = [
  await serveHttp(computer, control, key, ['binary_tensor_data']),
  await serveHttp(computer, control, key, []),
  await serveGrpc(computer, control, key),
];
console.log([...addresses, control.url].join(' '));
