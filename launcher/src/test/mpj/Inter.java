// ranks: 4
import mpi.*;

/** Two programs in one: workers and a server, with a communicator between them. */
public class Inter {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        boolean server = me == 3;
        Intracomm local = MPI.COMM_WORLD.Split(server ? 1 : 0, me);
        Intercomm between = MPI.COMM_WORLD.Create_intercomm(local, 0, server ? 0 : 3, 9);
        boolean good = between.Test_inter() && between.Size() == local.Size()
                && between.Remote_size() == (server ? 3 : 1)
                && between.Remote_Group().Size() == between.Remote_size()
                && Group.Compare(between.Remote_group(), between.Remote_Group()) == MPI.IDENT
                && between.Group().Size() == local.Size();
        int[] x = new int[2];
        if (server) {
            for (int i = 0; i < 3; i++) {
                Status s = between.Recv(x, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1);
                x[0] += 100;
                between.Send(x, 0, 1, MPI.INT, s.source, 2);
            }
        } else {
            x[0] = me;
            Status s = between.Sendrecv(x, 0, 1, MPI.INT, 0, 1, x, 1, 1, MPI.INT, 0, 2);
            good &= x[1] == me + 100 && s.source == 0;
        }
        Intracomm merged = between.Merge(!server);
        good &= merged.Rank() == (server ? 0 : me + 1);
        int[] order = new int[4];
        merged.Allgather(new int[] {me}, 0, 1, MPI.INT, order, 0, 1, MPI.INT);
        Intercomm again = (Intercomm) between.clone();
        good &= again.Remote_size() == between.Remote_size()
                && Comm.Compare(again, between) == MPI.CONGRUENT;
        again.Free();
        between.Free();
        System.out.println(me + " " + good + " " + order[0] + order[1] + order[2] + order[3]);
        MPI.Finalize();
    }
}
