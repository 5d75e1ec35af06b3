package org.bipj.launch;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import mpi.Info;
import mpi.Intercomm;
import mpi.MPI;

/** Says where a class is, and what a resource beside it says. */
public final class NamedActor {
    static final String RESOURCE = "any name 100%.txt";

    private NamedActor() {}

    /** Runs a rank whose main class this is. */
    public static void run(Class<?> main) throws Exception {
        MPI.Init(new String[0]);
        Path place =
                Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (InputStream in = main.getResourceAsStream('/' + RESOURCE)) {
            System.out.println(place + " " + new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        Intercomm parent = Intercomm.getParent();
        if (!parent.isNull()) {
            parent.disconnect();
        }
        MPI.Finalize();
    }

    /** Starts another program: a path, and a class there. */
    public static void main(String[] words) throws Exception {
        MPI.Init(words);
        try (Info info = new Info()) {
            info.set("path", words[0]);
            MPI.COMM_SELF.spawn(words[1], new String[0], 1, info, 0, null).disconnect();
        }
        MPI.Finalize();
    }
}
