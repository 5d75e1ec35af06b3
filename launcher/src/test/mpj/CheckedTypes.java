// ranks: 2
// options: --check-types
import mpi.*;

/** A receive finds that its type is not the sender's. */
public class CheckedTypes {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        if (w.Rank() == 0) {
            w.Send(new double[] {1, 2}, 0, 2, MPI.DOUBLE, 1, 0);
            w.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, 1, 0);
            w.Send(new double[] {1, 2}, 1, 1, MPI.DOUBLE, 1, 0);
        } else {
            try {
                w.Recv(new long[3], 1, 2, MPI.LONG, 0, 0);
            } catch (MPIException e) {
                System.out.println(e.getMessage().contains("DOUBLE") && e.getMessage().contains("LONG"));
            }
            try {
                w.Recv(new int[300], 0, 300, MPI.INT, 0, 0);
            } catch (MPIException e) {
                System.out.println(e.getMessage().contains("OBJECT"));
            }
            double[] last = new double[3];
            w.Recv(last, 2, 1, MPI.DOUBLE, 0, 0);
            System.out.println(last[2]);
        }
        MPI.Finalize();
    }
}
