// ranks: 3
import mpi.*;

/** Messages of any length: ask first, then make room. */
public class Probes {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm w = MPI.COMM_WORLD;
        int me = w.Rank();
        if (me > 0) {
            float[] data = new float[100 * me];
            for (int i = 0; i < data.length; i++) data[i] = me;
            w.Send(data, 0, data.length, MPI.FLOAT, 0, me);
            // A cancelled receive.
            Request never = w.Irecv(new int[1], 0, 1, MPI.INT, 0, 77);
            never.Cancel();
            Status status = never.Wait();
            if (!status.Test_cancelled()) throw new Exception("not cancelled");
        } else {
            Status none = w.Iprobe(MPI.ANY_SOURCE, 55);
            int sum = 0;
            for (int k = 1; k < w.Size(); k++) {
                Status s = w.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                int n = s.Get_count(MPI.FLOAT);
                float[] data = new float[n];
                Status r = w.Recv(data, 0, n, MPI.FLOAT, s.source, s.tag);
                if (r.source != s.source || r.tag != s.tag || data[n - 1] != s.source || r.Test_cancelled())
                    throw new Exception("other message");
                sum += n;
            }
            System.out.println("none: " + (none == null) + ", elements: " + sum);
            w.Send(new int[] {5, 6, 7}, 0, 3, MPI.INT, 0, 8);
            Status s = w.Iprobe(0, 8);
            while (s == null) s = w.Iprobe(0, 8);
            Datatype pair = Datatype.Contiguous(2, MPI.INT);
            pair.Commit();
            System.out.println("pairs undefined: " + (s.Get_count(pair) == MPI.UNDEFINED)
                    + ", elements: " + s.Get_elements(pair));
            w.Recv(new int[4], 0, 2, pair, 0, 8);
        }
        MPI.Finalize();
    }
}
