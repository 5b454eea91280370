// boardgame.io as it comes, with its tic-tac-toe example: node server.js PORT [POSTGRES-URI]
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

function IsVictory(cells) {
  const positions = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
  ];
  return positions.some((row) => {
    const symbols = row.map((i) => cells[i]);
    return symbols.every((i) => i !== null && i === symbols[0]);
  });
}

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (IsVictory(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.every((c) => c !== null)) return { draw: true };
  },
};

const [port, postgres] = process.argv.slice(2);
const wanted = { games: [TicTacToe], origins: [Origins.LOCALHOST] };
if (postgres) {
  const { PostgresStore } = require("bgio-postgres");
  wanted.db = new PostgresStore(postgres, { logging: false });
}
const server = Server(wanted);
server.run({ port: Number(port) }, () => console.log("ready"));
