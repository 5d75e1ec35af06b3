// ranks: 4
import mpi.*;

public class Splitting {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        Intracomm copy = (Intracomm) MPI.COMM_WORLD.clone();
        boolean good = Comm.Compare(copy, MPI.COMM_WORLD) == MPI.CONGRUENT
                && Comm.Compare(copy, copy) == MPI.IDENT
                && Comm.Compare(copy, MPI.COMM_SELF) == MPI.UNEQUAL
                && !copy.Test_inter()
                && copy.Topo_test() == MPI.UNDEFINED;
        Comm plain = MPI.COMM_WORLD;
        Comm third = (Comm) plain.clone();
        good &= third instanceof Intracomm && Comm.Compare(third, plain) == MPI.CONGRUENT;
        // A message in one is not one in the other.
        int[] x = {me};
        Request r = null;
        if (me == 1) r = copy.Irecv(x, 0, 1, MPI.INT, 0, 5);
        if (me == 0) {
            MPI.COMM_WORLD.Send(new int[] {70}, 0, 1, MPI.INT, 1, 5);
            copy.Send(new int[] {80}, 0, 1, MPI.INT, 1, 5);
        }
        if (me == 1) {
            r.Wait();
            good &= x[0] == 80;
            MPI.COMM_WORLD.Recv(x, 0, 1, MPI.INT, 0, 5);
            good &= x[0] == 70;
        }
        // Rows of a matrix of processes, numbered backwards.
        Intracomm row = copy.Split(me / 2, -me);
        good &= row.Size() == 2 && row.Rank() == 1 - me % 2;
        Intracomm pair = copy.Split(me < 2 ? 0 : MPI.UNDEFINED, 0);
        good &= me < 2 ? pair.Size() == 2 : pair == null;
        Intracomm backwards = copy.Split(0, -me);
        good &= Comm.Compare(backwards, copy) == MPI.SIMILAR;
        copy.Free();
        good &= MPI.COMM_SELF.Size() == 1 && MPI.COMM_SELF.Rank() == 0;
        System.out.println(me + (good ? " ok" : " bad"));
        MPI.Finalize();
    }
}
