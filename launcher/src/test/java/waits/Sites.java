package waits;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
// Known: of 1000 barriers one in three comes from the line of other(), the rest from that of one(), which two lines
// call; 5 come from a method reference, and one more after a call on null that fails before the operation.

public class Sites {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        Intracomm self = MPI.COMM_SELF;
        for (int i = 0; i < 1000; i++) {
            if (i % 3 == 0) {
                other(self);
            } else {
                one(self);
            }
        }
        Barrier reference = Comm::barrier;
        for (int i = 0; i < 5; i++) {
            reference.of(self);
        }
        for (Comm each : new Comm[] {self, null}) {
            try {
                each.barrier();
            } catch (NullPointerException e) {
                reference.of(self);
            }
        }
        MPI.Finalize();
    }

    interface Barrier {
        void of(Comm comm) throws mpi.MPIException;
    }

    private static void one(Comm comm) throws mpi.MPIException {
        comm.barrier();
    }

    private static void other(Comm comm) throws mpi.MPIException {
        comm.barrier();
    }
}
