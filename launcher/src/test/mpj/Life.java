// ranks: 4
import mpi.*;

/** Conway's game of life on a torus of processes: a grid communicator, columns as datatypes. */
public class Life {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int size = MPI.COMM_WORLD.Size();
        int[] dims = new int[2];
        Cartcomm.Dims_create(size, dims);
        boolean[] periods = {true, true};
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, periods, false);
        CartParms parms = grid.Get();
        int nx = 16 / parms.dims[0], ny = 16 / parms.dims[1];
        int sx = nx + 2, sy = ny + 2;
        boolean[] block = new boolean[sx * sy];
        // A glider in the whole, from its middle over the borders.
        int[][] glider = {{7, 8}, {8, 9}, {9, 7}, {9, 8}, {9, 9}};
        for (int[] cell : glider) {
            int x = cell[0] - parms.coords[0] * nx, y = cell[1] - parms.coords[1] * ny;
            if (x >= 0 && x < nx && y >= 0 && y < ny) block[(x + 1) * sy + y + 1] = true;
        }
        Datatype column = Datatype.Vector(nx, 1, sy, MPI.BOOLEAN);
        column.Commit();
        ShiftParms vertical = grid.Shift(0, 1);
        ShiftParms horizontal = grid.Shift(1, 1);
        for (int step = 0; step < 64; step++) {
            exchange(grid, block, sx, sy, nx, ny, column, vertical, horizontal);
            boolean[] next = new boolean[sx * sy];
            for (int x = 1; x <= nx; x++)
                for (int y = 1; y <= ny; y++) {
                    int n = 0;
                    for (int i = -1; i <= 1; i++)
                        for (int j = -1; j <= 1; j++)
                            if ((i != 0 || j != 0) && block[(x + i) * sy + y + j]) n++;
                    next[x * sy + y] = n == 3 || n == 2 && block[x * sy + y];
                }
            block = next;
        }
        // After 64 steps the glider is where it was.
        boolean[] all = new boolean[size * nx * ny];
        boolean[] mine = new boolean[nx * ny];
        for (int x = 0; x < nx; x++) System.arraycopy(block, (x + 1) * sy + 1, mine, x * ny, ny);
        grid.Gather(mine, 0, nx * ny, MPI.BOOLEAN, all, 0, nx * ny, MPI.BOOLEAN, 0);
        if (grid.Rank() == 0) {
            int alive = 0;
            for (int r = 0; r < size; r++) {
                int[] at = grid.Coords(r);
                for (int i = 0; i < nx * ny; i++)
                    if (all[r * nx * ny + i]) {
                        alive++;
                        int x = at[0] * nx + i / ny, y = at[1] * ny + i % ny;
                        System.out.println("alive " + x + " " + y);
                    }
            }
            System.out.println(alive + " cells");
        }
        column.finalize();
        MPI.Finalize();
    }

    static void exchange(Cartcomm grid, boolean[] block, int sx, int sy, int nx, int ny, Datatype column,
            ShiftParms vertical, ShiftParms horizontal) throws MPIException {
        // Columns first, then whole rows, which have the corners.
        grid.Sendrecv(block, sy + ny, 1, column, horizontal.rank_dest, 1,
                block, sy, 1, column, horizontal.rank_source, 1);
        grid.Sendrecv(block, sy + 1, 1, column, horizontal.rank_source, 2,
                block, sy + ny + 1, 1, column, horizontal.rank_dest, 2);
        grid.Sendrecv(block, nx * sy, sy, MPI.BOOLEAN, vertical.rank_dest, 3,
                block, 0, sy, MPI.BOOLEAN, vertical.rank_source, 3);
        grid.Sendrecv(block, sy, sy, MPI.BOOLEAN, vertical.rank_source, 4,
                block, (nx + 1) * sy, sy, MPI.BOOLEAN, vertical.rank_dest, 4);
    }
}
