// ranks: 2
import mpi.*;

/** Both send first: buffers make it safe. */
public class Buffered {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank(), other = 1 - me;
        int n = 20000;
        byte[] room = new byte[3 * (8 * n + MPI.BSEND_OVERHEAD)];
        MPI.Buffer_attach(room);
        double[] out = new double[n], in = new double[n];
        for (int i = 0; i < n; i++) out[i] = me + i;
        MPI.COMM_WORLD.Bsend(out, 0, n, MPI.DOUBLE, other, 1);
        out[0] = -1;
        Request r = MPI.COMM_WORLD.Ibsend(out, 0, n, MPI.DOUBLE, other, 2);
        r.Wait();
        Prequest p = MPI.COMM_WORLD.Bsend_init(out, n - 1, 1, MPI.DOUBLE, other, 3);
        p.Start();
        p.Wait();
        MPI.COMM_WORLD.Recv(in, 0, n, MPI.DOUBLE, other, 1);
        boolean good = in[0] == other && in[n - 1] == other + n - 1;
        MPI.COMM_WORLD.Recv(in, 0, n, MPI.DOUBLE, other, 2);
        good &= in[0] == -1;
        MPI.COMM_WORLD.Recv(in, 7, 1, MPI.DOUBLE, other, 3);
        good &= in[7] == other + n - 1;
        byte[] back = MPI.Buffer_detach();
        good &= back == room;
        MPI.Buffer_attach(java.nio.ByteBuffer.allocateDirect(1000));
        MPI.COMM_WORLD.Bsend(new byte[] {1, 2}, 1, 1, MPI.BYTE, other, 4);
        byte[] one = new byte[1];
        MPI.COMM_WORLD.Recv(one, 0, 1, MPI.BYTE, other, 4);
        MPI.Buffer_detach();
        System.out.println(me + (good && one[0] == 2 ? " ok" : " bad"));
        MPI.Finalize();
    }
}
