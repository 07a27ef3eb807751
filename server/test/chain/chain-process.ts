/**
 * A local chain for journeys: `chain-process.ts <port>`. Says on one line of JSON where a coin of 18 decimals is, and
 * ends with its standard input.
 */
import process from 'node:process';
import { startChain, testChainId } from './start-chain.ts';

const chain = await startChain(testChainId, Number(process.argv[2]));
const coin = await chain.deploy('Coin', 'Seat token', 'SEAT', 18);
await chain.addDelegateRegistry();
process.stdout.write(`${JSON.stringify({ coin })}\n`);
process.stdin.resume().once('end', () => void chain.stop().then(() => process.exit(0)));
