package org.bipj.launch.mpirun.program;

import java.io.File;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** {@code java -m}: the library's jars go before the program's module path, as modules that are always there. */
final class ModuleProgram {
    private ModuleProgram() {}

    /** The words that start a module, up to its arguments. */
    static List<String> words(JavaCommand command) {
        List<String> words = new ArrayList<>();
        String modulePath = null;
        List<String> given = command.options();
        for (int i = 0; i < given.size(); i++) {
            String word = given.get(i);
            if ((word.equals("-p") || word.equals("--module-path")) && i + 1 < given.size()) {
                modulePath = given.get(++i);
            } else if (word.startsWith("--module-path=")) {
                modulePath = word.substring("--module-path=".length());
            } else {
                words.add(word);
            }
        }
        if (modulePath != null) {
            OtherLibrary.warnOfModulePath(modulePath);
        }
        String names = names();
        words.add("--module-path");
        words.add(Library.classPath() + (modulePath == null ? "" : File.pathSeparator + modulePath));
        words.addAll(List.of("--add-modules", names, "--enable-native-access=" + names));
        if (command.classPath() != null) {
            words.addAll(List.of("-cp", command.classPath()));
        }
        words.addAll(List.of("-m", command.target()));
        return words;
    }

    private static String names() {
        Path[] jars = Library.jars().stream().map(Path::of).toArray(Path[]::new);
        return ModuleFinder.of(jars).findAll().stream()
                .map(module -> module.descriptor().name())
                .sorted()
                .collect(Collectors.joining(","));
    }
}
