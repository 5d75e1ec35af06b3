package org.bipj.launch.mpirun.manual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the manual page and the completions of {@code mpirun} to where shells look for them below a folder. */
public final class Manual {
    private Manual() {}

    /**
     * Writes them.
     *
     * @param args the folder, such as /usr/share; the version
     */
    public static void main(String[] args) throws IOException {
        Path share = Path.of(args[0]);
        write(share.resolve("man/man1/mpirun.1"), ManualPage.of(args[1]));
        write(share.resolve("man/man1/bipjrun.1"), ".so man1/mpirun.1\n");
        String bash = ShellCompletions.bash();
        write(share.resolve("bash-completion/completions/mpirun"), bash);
        write(share.resolve("bash-completion/completions/bipjrun"), bash);
        write(share.resolve("zsh/site-functions/_mpirun"), ShellCompletions.zsh());
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
