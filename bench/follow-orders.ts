/** In a child process: does what its parent orders. A child that cannot ends with the error as its last line. */
export function followOrders<Order>(follow: (order: Order) => Promise<void>): void {
  process.on('message', (order: Order) => {
    follow(order).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    });
  });
}
