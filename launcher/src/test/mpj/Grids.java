// ranks: 6
import java.util.Arrays;
import mpi.*;

public class Grids {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int[] dims = {0, 0, 1};
        Cartcomm.Dims_create(6, dims);
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {2, 2}, new boolean[] {true, false}, true);
        if (me < 4) {
            CartParms p = grid.Get();
            int[] at = grid.Coords(grid.Rank());
            ShiftParms down = grid.Shift(0, 1), right = grid.Shift(1, 1);
            boolean good = grid.Topo_test() == MPI.CART && Arrays.equals(at, p.coords)
                    && grid.Rank(at) == grid.Rank() && p.periods[0] && !p.periods[1] && p.dims[1] == 2;
            Cartcomm row = grid.Sub(new boolean[] {false, true});
            good &= row.Size() == 2 && row.Get().dims.length == 1 && row.Rank() == at[1];
            Cartcomm copy = (Cartcomm) grid.clone();
            good &= Arrays.equals(copy.Get().coords, at) && copy.Map(new int[] {2, 1}, new boolean[2]) == (me < 2 ? me : MPI.UNDEFINED);
            System.out.println(me + " " + Arrays.toString(at) + " " + down.rank_source + " " + down.rank_dest + " "
                    + name(right.rank_source) + " " + name(right.rank_dest) + " " + good);
        } else {
            System.out.println(me + " outside " + (grid == null) + " " + dims[0] + dims[1] + dims[2]);
        }
        // A star.
        Graphcomm star = MPI.COMM_WORLD.Create_graph(new int[] {3, 4, 5, 6}, new int[] {1, 2, 3, 0, 0, 0}, false);
        if (me < 4) {
            GraphParms g = star.Get();
            boolean good = star.Topo_test() == MPI.GRAPH && g.index.length == 4 && g.edges.length == 6
                    && star.Map(new int[] {1, 2}, new int[] {1, 0}) == (me < 2 ? me : MPI.UNDEFINED);
            int[] next = star.Neighbours(me);
            Graphcomm copy = (Graphcomm) star.clone();
            good &= Arrays.equals(copy.Neighbours(0), new int[] {1, 2, 3});
            System.out.println("star " + me + " " + Arrays.toString(next) + " " + good);
        }
        MPI.Finalize();
    }

    static String name(int rank) {
        return rank == MPI.PROC_NULL ? "none" : "" + rank;
    }
}
