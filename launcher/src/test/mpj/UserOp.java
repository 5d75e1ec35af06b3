// ranks: 4
import mpi.*;

/** Operations of the program: complex products, and products of matrices, whose order matters. */
public class UserOp {
    static class ComplexProduct extends User_function {
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            double[] a = (double[]) invec, b = (double[]) inoutvec;
            for (int i = 0; i < 2 * count; i += 2) {
                double re = a[inoffset + i] * b[inoutoffset + i] - a[inoffset + i + 1] * b[inoutoffset + i + 1];
                double im = a[inoffset + i] * b[inoutoffset + i + 1] + a[inoffset + i + 1] * b[inoutoffset + i];
                b[inoutoffset + i] = re;
                b[inoutoffset + i + 1] = im;
            }
        }
    }

    static class MatrixProduct extends User_function {
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
                throws MPIException {
            int[] a = (int[]) invec, b = (int[]) inoutvec;
            int extent = datatype.Extent();
            for (int k = 0; k < count; k++) {
                int x = inoffset + k * extent, y = inoutoffset + k * extent;
                int p = a[x] * b[y] + a[x + 1] * b[y + 2], q = a[x] * b[y + 1] + a[x + 1] * b[y + 3];
                int r = a[x + 2] * b[y] + a[x + 3] * b[y + 2], s = a[x + 2] * b[y + 1] + a[x + 3] * b[y + 3];
                b[y] = p;
                b[y + 1] = q;
                b[y + 2] = r;
                b[y + 3] = s;
            }
        }
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        Datatype complex = Datatype.Contiguous(2, MPI.DOUBLE);
        complex.Commit();
        Op product = new Op(new ComplexProduct(), true);
        double[] z = {0, 0, 0, 1, me + 1, 0}, result = new double[5];
        MPI.COMM_WORLD.Allreduce(z, 2, result, 1, 2, complex, product);
        if (result[1] != 1 || result[2] != 0 || result[3] != 24 || result[4] != 0)
            throw new MPIException("complex: " + java.util.Arrays.toString(result));

        Datatype matrix = Datatype.Contiguous(4, MPI.INT);
        matrix.Commit();
        Op times = new Op(new MatrixProduct(), false);
        int[] m = {0, 1, me + 1, 0, 1, 1, 1, 1, 0}, out = new int[9];
        MPI.COMM_WORLD.Reduce(m, 1, out, 1, 2, matrix, times, 3);
        if (me == 3) System.out.println("sum " + out[2] + ", fibonacci " + out[5] + " " + out[6]);
        MPI.COMM_WORLD.Scan(m, 1, out, 0, 1, matrix, times);
        System.out.println("up to " + me + ": " + out[1]);
        times.finalize();
        MPI.Finalize();
    }
}
