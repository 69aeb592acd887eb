# Files, waiting, another program unless an argument asks for one process alone.
use strict;
use warnings;

open(my $file, '>', 'answer.new') or die;
print $file "board\n";
close $file;
rename 'answer.new', 'answer' or die;
opendir(my $folder, '.') or die;
my @names = readdir $folder;
select(undef, undef, undef, 0.002);
die unless -e 'answer' && rand() < 1 && time() > 0;
if (!@ARGV) { die unless `echo hi` eq "hi\n"; }
print "played\n";
