// ranks: 4
import java.math.BigInteger;
import mpi.*;

/** Factorials too large for a long, and words in the order of ranks. */
public class ObjectReduce {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        Op product = new Op(new User_function() {
            public void Call(Object a, int i, Object b, int j, int n, Datatype t) {
                for (int k = 0; k < n; k++)
                    ((Object[]) b)[j + k] = ((BigInteger) ((Object[]) a)[i + k]).multiply((BigInteger) ((Object[]) b)[j + k]);
            }
        }, true);
        BigInteger[] part = {BigInteger.ONE, null};
        for (int k = 8 * me + 1; k <= 8 * me + 8; k++) part[0] = part[0].multiply(BigInteger.valueOf(k));
        BigInteger[] whole = new BigInteger[2];
        MPI.COMM_WORLD.Reduce(part, 0, whole, 1, 1, MPI.OBJECT, product, 0);
        if (me == 0) System.out.println("32! = " + whole[1]);

        Op append = new Op(new User_function() {
            public void Call(Object a, int i, Object b, int j, int n, Datatype t) throws MPIException {
                Object[] left = (Object[]) a, right = (Object[]) b;
                for (int k = 0; k < n; k++) right[j + k] = left[i + k] + " " + right[j + k];
            }
        }, false);
        String[] words = {"the", "quick", "brown", "fox"};
        String[] mine = {words[me], "" + me}, all = new String[2];
        MPI.COMM_WORLD.Allreduce(mine, 0, all, 0, 2, MPI.OBJECT, append);
        System.out.println(me + ": " + all[0] + ", " + all[1]);
        MPI.COMM_WORLD.Scan(mine, 0, all, 1, 1, MPI.OBJECT, append);
        System.out.println(me + " up to here: " + all[1]);
        String[] four = {"a" + me, "b" + me, "c" + me, "d" + me}, one = new String[1];
        MPI.COMM_WORLD.Reduce_scatter(four, 0, one, 0, new int[] {1, 1, 1, 1}, MPI.OBJECT, append);
        System.out.println(me + " gets " + one[0]);
        MPI.Finalize();
    }
}
