// ranks: 4
import java.io.Serializable;
import mpi.*;

/** A master gives tasks to whoever is idle. */
public class MasterWorker {
    static final int TASK = 1, RESULT = 2, STOP = 3;

    static class Task implements Serializable {
        final int from, to;

        Task(int from, int to) {
            this.from = from;
            this.to = to;
        }

        int primes() {
            int n = 0;
            for (int i = Math.max(2, from); i < to; i++) {
                boolean prime = true;
                for (int d = 2; d * d <= i && prime; d++) prime = i % d != 0;
                if (prime) n++;
            }
            return n;
        }
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm w = MPI.COMM_WORLD;
        if (w.Rank() == 0) {
            int next = 0, end = 10000, step = 500, busy = 0, primes = 0;
            int[] answer = new int[1];
            for (int i = 1; i < w.Size(); i++) {
                w.Send(new Object[] {new Task(next, next + step)}, 0, 1, MPI.OBJECT, i, TASK);
                next += step;
                busy++;
            }
            while (busy > 0) {
                Status s = w.Recv(answer, 0, 1, MPI.INT, MPI.ANY_SOURCE, RESULT);
                primes += answer[0];
                if (next < end) {
                    w.Send(new Object[] {new Task(next, next + step)}, 0, 1, MPI.OBJECT, s.source, TASK);
                    next += step;
                } else {
                    w.Send(new Object[1], 0, 0, MPI.OBJECT, s.source, STOP);
                    busy--;
                }
            }
            System.out.println(primes + " primes");
        } else {
            Object[] box = new Object[1];
            while (w.Recv(box, 0, 1, MPI.OBJECT, 0, MPI.ANY_TAG).tag == TASK) {
                int[] result = {((Task) box[0]).primes()};
                w.Send(result, 0, 1, MPI.INT, 0, RESULT);
            }
        }
        MPI.Finalize();
    }
}
