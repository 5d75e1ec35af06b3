// ranks: 2
import mpi.*;

/** A stencil's halo with persistent requests. */
public class Persistent {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank(), other = 1 - me;
        int[] cells = new int[12];
        Prequest recv = MPI.COMM_WORLD.Recv_init(cells, 0, 2, MPI.INT, other, 0);
        Prequest send = MPI.COMM_WORLD.Send_init(cells, 2, 2, MPI.INT, other, 0);
        Prequest[] both = {recv, send};
        for (int i = 1; i <= 5; i++) {
            cells[2] = 10 * i + me;
            cells[3] = -cells[2];
            Prequest.Startall(both);
            Status[] s = Request.Waitall(both);
            if (s[0].Get_count(MPI.INT) != 2 || cells[0] != 10 * i + other || cells[1] != -cells[0])
                throw new Exception("round " + i);
            if (recv.Is_null()) throw new Exception("a persistent request stays");
        }
        Prequest ssend = MPI.COMM_WORLD.Ssend_init(cells, 4, 1, MPI.INT, other, 1);
        Prequest rsend = MPI.COMM_WORLD.Rsend_init(cells, 4, 1, MPI.INT, other, 2);
        Prequest one = MPI.COMM_WORLD.Recv_init(cells, 6, 1, MPI.INT, other, 1);
        Prequest two = MPI.COMM_WORLD.Recv_init(cells, 7, 1, MPI.INT, other, 2);
        cells[4] = 100 + me;
        one.Start();
        two.Start();
        MPI.COMM_WORLD.Barrier();
        ssend.Start();
        rsend.Start();
        one.Wait();
        two.Wait();
        ssend.Wait();
        rsend.Wait();
        System.out.println(me + " has " + cells[6] + " and " + cells[7]);
        recv.Free();
        send.Free();
        MPI.Finalize();
    }
}
